// A clock for each side, if the user wants them: they count the time that a side has used, or down from
// some minutes. They run from the first move to the end of the game.

function clockText(seconds) {
  const whole = Math.abs(seconds < 0 ? Math.ceil(seconds) : Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600), rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return (seconds < 0 ? "−" : "") + (hours > 0 ? `${hours}:${rest}` : rest.replace(/^0/, ""));
}

class Clocks {
  #used = { X: 0, O: 0 }; // seconds
  #running = null; // the side whose clock runs
  #since = 0;
  #ticked;
  #fallen;

  // `changed` is called when the user changes the clocks, `ticked` when one shows another second, and
  // `fallen` with the side whose time is up.
  constructor(changed, ticked, fallen) {
    this.#ticked = ticked;
    this.#fallen = fallen;
    element("clock").onchange = element("minutes").onchange = () => {
      this.state = { ...this.state, mode: element("clock").value, minutes: Number(element("minutes").value) };
      changed();
    };
    setInterval(() => this.#tick(), 200);
  }

  get #mode() { return element("clock").value; }
  get #minutes() { return Number(element("minutes").value); }

  get state() {
    this.run(this.#running);
    return { mode: this.#mode, minutes: this.#minutes, used: { ...this.#used } };
  }

  // What is missing or wrong becomes what it is at first: no clocks.
  set state({ mode, minutes, used }) {
    const seconds = (value) => (Number.isFinite(value) && value > 0 ? value : 0);
    element("clock").value = ["up", "down"].includes(mode) ? mode : "none";
    element("minutes").value = Number.isInteger(minutes) && minutes >= 1 && minutes <= 600 ? minutes : 15;
    this.#used = { X: seconds(used?.X), O: seconds(used?.O) };
    this.#draw();
  }

  reset() { this.state = { ...this.state, used: {} }; }

  // Runs the clock of a side; null stops both.
  run(color) {
    const now = performance.now();
    if (this.#running) this.#used[this.#running] += (now - this.#since) / 1000;
    this.#since = now;
    this.#running = this.#mode === "none" ? null : color;
    this.#draw();
  }

  #shown(color) { return this.#mode === "down" ? 60 * this.#minutes - this.#used[color] : this.#used[color]; }

  #tick() {
    const color = this.#running;
    if (!color) return;
    const before = this.#shown(color);
    this.run(color);
    const now = this.#shown(color);
    if (Math.floor(before) !== Math.floor(now)) this.#ticked();
    if (before > 0 && now <= 0) this.#fallen(color);
  }

  #draw() {
    element("clocks").hidden = this.#mode === "none";
    element("minutes-field").hidden = this.#mode !== "down";
    for (const color of ["X", "O"]) {
      const clock = element(`clock-${color}`), seconds = this.#shown(color);
      clock.textContent = clockText(seconds);
      clock.classList.toggle("lost", seconds < 0);
      clock.classList.toggle("running", color === this.#running);
    }
  }
}
