// Keeps the state of the page over a reload, and the link of what is on view in the address. A browser may
// refuse storage to files or to private windows; then the address holds the state.

const saved = {
  key: "emilia",

  // `link` is what stands behind the # of the address. It is saved with the state: with another one the
  // page opens what the link says.
  write(state, link) {
    const text = JSON.stringify({ ...state, link });
    try {
      localStorage.setItem(saved.key, text);
      saved.show(link);
    } catch {
      saved.show(encodeURIComponent(text));
    }
  },

  // Shows a link in the address. A browser may refuse this, too, if it happens very often.
  show(link) {
    try {
      history.replaceState(null, "", location.pathname + location.search + (link && `#${link}`));
    } catch { // the next change shows it
    }
  },

  // The state that was written last, or null, and the link that asks for something else, or "". What they
  // hold may be damaged.
  read() {
    const fragment = location.hash.slice(1);
    const stateIn = (text) => {
      try {
        const state = JSON.parse(text());
        return state && typeof state === "object" ? state : null;
      } catch { // no state there
        return null;
      }
    };
    const inAddress = stateIn(() => decodeURIComponent(fragment));
    if (inAddress) return { state: inAddress, link: "" };
    const state = stateIn(() => localStorage.getItem(saved.key));
    return { state, link: fragment === state?.link ? "" : fragment };
  },
};

// The link of a position: its moves from the usual start, as in #f5d6c3, or the board from which its game
// starts, with moves behind it.
function linkOf({ record, node }) {
  if (record.start === usualStart) return node.line;
  return record.start.replace(" ", "") + (node.line && `;${node.line}`);
}

// What a link says, as text. The address may have escaped it.
function textOfLink(link) {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}
