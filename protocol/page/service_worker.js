// Keeps a served page for use without a network. `version`, `files` and `isolation` come from
// make_site.py: a new version is kept beside the one in use, and takes its place when the page asks for
// it or is closed everywhere.

const prefix = `emilia ${registration.scope} `;
const name = prefix + version;

// Around what the host's own cache may have kept.
const fresh = (file) => new Request(file, { cache: "reload" });

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files.map(fresh))));
});

self.addEventListener("activate", (event) => {
  const dropOthers = async () => {
    const others = (await caches.keys()).filter((other) => other.startsWith(prefix) && other !== name);
    await Promise.all(others.map((other) => caches.delete(other)));
    await clients.claim();
  };
  event.waitUntil(dropOthers());
});

self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});

// With these headers a browser lets the engine have several threads, also where the host sends none.
function isolated(response) {
  if (response.type !== "basic" && response.type !== "default") return response;
  const headers = new Headers(response.headers);
  for (const [header, value] of Object.entries(isolation)) headers.set(header, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(name);
    return isolated(await cache.match(request, { ignoreSearch: true }) ?? await fetch(request));
  };
  event.respondWith(answer());
});
