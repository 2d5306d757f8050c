// Opens what the user pastes, and copies boards and games.

function connectExchange(engine, match, play, settings) {
  const text = element("text"), error = element("text-error");
  const refuse = (why) => {
    error.textContent = why;
    text.setAttribute("aria-invalid", String(why !== ""));
  };
  const open = () => {
    try {
      const record = engine.ask({ ask: "open", text: text.value });
      refuse("");
      settings.state = { ...settings.state, X: "you", O: "you" }; // the user wants to look at it
      play.open(record, `Opened ${record.understood}. `);
    } catch ({ message }) {
      refuse(`This can't be read: ${message}.`);
    }
  };
  element("open").onclick = open;
  text.onkeydown = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) open(); };
  text.oninput = () => refuse("");

  const written = (format) => engine.ask({ ask: "write", game: play.namedRecord(), format }).text;
  const copies = {
    "copy-board": () => match.text, "copy-moves": () => written("moves"),
    "copy-ggf": () => written("ggf"), "copy-sgf": () => written("sgf"),
  };
  for (const [id, write] of Object.entries(copies)) {
    const button = element(id), name = button.textContent;
    button.disabled = false;
    button.onclick = async () => {
      const content = write();
      try {
        await navigator.clipboard.writeText(content);
        button.textContent = "copied";
        setTimeout(() => { button.textContent = name; }, 1500);
      } catch { // the browser denies the clipboard; the user can copy from here
        text.value = content;
        text.select();
      }
    };
  }
}
