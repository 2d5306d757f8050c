// Keeps a served page in the browser, so that it works without a network, and offers newer versions.

async function keepOffline() {
  const isServed = document.querySelector("link[rel=manifest]") !== null;
  if (!isServed || !("serviceWorker" in navigator)) return;
  const button = element("update");
  let asked = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (asked) location.reload(); });
  const offer = (worker) => {
    button.hidden = false;
    button.onclick = () => {
      asked = true;
      worker.postMessage("take over");
    };
  };
  const registration = await navigator.serviceWorker.register("service-worker.js");
  const offerWhenReady = (worker) => {
    const look = () => { if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker); };
    worker.addEventListener("statechange", look);
    look();
  };
  if (registration.waiting) offerWhenReady(registration.waiting);
  registration.addEventListener("updatefound", () => offerWhenReady(registration.installing));
}
