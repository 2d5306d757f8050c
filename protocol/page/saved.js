// Keeps the state of the page over a reload. A browser may refuse storage to files or to private
// windows; then the address holds the state.

const saved = {
  key: "emilia",

  write(state) {
    const text = JSON.stringify(state);
    try {
      localStorage.setItem(saved.key, text);
      // An older state in the address would win over this one.
      if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    } catch {
      history.replaceState(null, "", `#${encodeURIComponent(text)}`);
    }
  },

  // The state that was written last, or null. What it holds may be damaged.
  read() {
    const texts = [() => decodeURIComponent(location.hash.slice(1)), () => localStorage.getItem(saved.key)];
    for (const text of texts) {
      try {
        const state = JSON.parse(text());
        if (state && typeof state === "object") return state;
      } catch { // no state there
      }
    }
    return null;
  },
};
