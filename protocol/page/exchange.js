// Opens what the user pastes, drops or has as a file, and copies and saves boards and games.

// Far more than a game with its variations takes; the engine says what is too long.
const longestFile = 4_000_000;

const fileSize = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

// The text of a file. What is not UTF-8 is read as Latin-1, which has all bytes.
async function textOfFile(file) {
  if (file.size > longestFile) throw new Error(`${file.name} has ${fileSize(file.size)}; one game or board at a time`);
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

function connectExchange(engine, match, play, drill) {
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
  const openFile = async (file) => {
    try {
      const contents = await textOfFile(file);
      if (drill.open(contents, file.name)) refuse("");
      else open(contents);
    } catch ({ message }) {
      refuse(`The file can't be read: ${message}.`);
    }
  };
  element("open").onclick = () => open(text.value);
  text.onkeydown = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) open(text.value); };
  text.oninput = () => refuse("");
  element("open-file").onclick = () => element("file").click();
  element("file").onchange = () => {
    const [file] = element("file").files;
    if (file) openFile(file);
    element("file").value = ""; // so that the same file can be opened again
  };
  connectDrop(openFile, open, () => refuse("An analysis is running; stop it before you open another game."));

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

// A file or a text that is dropped anywhere on the page is opened; a text may still be dropped into a field.
function connectDrop(openFile, openText, refuse) {
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
    const [file] = event.dataTransfer.files;
    backToGame();
    if (element("open").disabled) return refuse();
    if (file) openFile(file);
    else openText(event.dataTransfer.getData("text/plain"));
  });
}
