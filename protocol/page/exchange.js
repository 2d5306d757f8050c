// Opens what the user pastes, drops or has as a file, and copies and saves boards and games.

// A longer file has neither one game nor the problems of a drill.
const longestText = 400_000;

// The text of a file. What is not UTF-8 is read as Latin-1, which has all bytes.
async function textOfFile(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("iso-8859-1").decode(bytes);
  }
}

// Leaves whatever is on view beside the game.
const backToGame = () => ["back-to-game", "leave-drill"].forEach((id) => element(id).click());

function saveFile(contents, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([contents], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function connectExchange(engine, match, play, games, drill) {
  const text = element("text"), error = element("text-error");
  const refuse = (why) => {
    error.textContent = why;
    text.setAttribute("aria-invalid", String(why !== ""));
  };
  const open = (content) => {
    try {
      drill.offer(play.openText(content));
      refuse("");
    } catch ({ message }) {
      refuse(`This can't be read: ${message}.`);
    }
  };
  const hasOneGame = (content) => {
    try {
      return engine.ask({ ask: "read", text: content }).games.length === 1;
    } catch { // whoever reads it as games says why it can't be read
      return false;
    }
  };
  // Problems become a drill, one game opens, and many can be looked up.
  const openFiles = async (files) => {
    refuse("");
    try {
      const content = files.length === 1 && files[0].size <= longestText ? await textOfFile(files[0]) : null;
      if (content !== null && drill.open(content, files[0].name)) return;
      if (content !== null && hasOneGame(content)) open(content);
      else drill.offer(await games.open(files));
    } catch ({ message }) {
      refuse(`The files can't be opened: ${message}.`);
    }
  };
  element("open").onclick = () => open(text.value);
  text.onkeydown = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) open(text.value); };
  text.oninput = () => refuse("");
  element("open-file").onclick = () => element("file").click();
  element("file").onchange = () => {
    const files = [...element("file").files];
    if (files.length > 0) openFiles(files);
    element("file").value = ""; // so that the same file can be opened again
  };
  connectDrop(openFiles, open, () => refuse("An analysis is running; stop it before you open another game."));

  const written = (format) => {
    const { tree } = match, request = { ask: "write", game: play.namedRecord(), format };
    if (format === "sgf" && tree.length > 0) request.tree = tree;
    const isLess = format !== "sgf" && match.isAnnotated, name = format === "moves" ? "This" : format.toUpperCase();
    element("copy-note").textContent = isLess ? `${name} has the game without variations and notes; SGF keeps them.` : "";
    return engine.ask(request).text;
  };
  const copies = {
    "copy-board": () => match.text, "copy-link": () => `${location.href.replace(/#.*/, "")}#${linkOf(match)}`, "copy-moves": () => written("moves"),
    "copy-ggf": () => written("ggf"), "copy-sgf": () => written("sgf"), "copy-pgn": () => written("pgn"),
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
  element("save").disabled = false;
  element("save").onclick = () => saveFile(written("sgf"), `othello-${new Date().toISOString().slice(0, 10)}.sgf`, "application/x-go-sgf");
}

// Files or a text that are dropped anywhere on the page are opened; a text may still be dropped into a field.
function connectDrop(openFiles, openText, refuse) {
  const isOurs = ({ dataTransfer, target }) => dataTransfer.types.includes("Files")
    || (dataTransfer.types.includes("text/plain") && !["TEXTAREA", "INPUT"].includes(target.tagName));
  addEventListener("dragover", (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    backToGame();
    if (element("open").disabled) return refuse();
    if (files.length > 0) openFiles(files);
    else openText(event.dataTransfer.getData("text/plain"));
  });
}
