// Small helpers to build the page.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with attributes, listeners (`onclick` and so on) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string") /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child || child === "").map((child) => /** @type {Node | string} */ (child)));
  return element;
}

/**
 * A picture from the server as an element.
 * @param {string} svg
 * @returns {SVGSVGElement}
 */
export function picture(svg) {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}

/**
 * A picture that is only looked at: its parts are no buttons.
 * @param {string} svg
 */
export function still(svg) {
  const image = picture(svg);
  image.setAttribute("role", "img");
  for (const handle of image.querySelectorAll(".handle")) handle.remove();
  for (const part of image.querySelectorAll("[role=button]")) {
    for (const name of ["role", "tabindex", "aria-label", "class"]) part.removeAttribute(name);
  }
  return image;
}

/**
 * Says something to those who listen.
 * @param {string} text
 */
export function announce(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

/**
 * A labelled control.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
  return el("label", { class: "field" }, el("span", {}, label), control);
}

/**
 * A choice among named values.
 * @param {ReadonlyArray<readonly [string, string]>} choices
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function select(choices, chosen, changed) {
  const options = choices.map(([value, label]) => el("option", { value, selected: value === chosen }, label));
  const control = el("select", {}, ...options);
  control.addEventListener("change", () => changed(control.value));
  return control;
}

/**
 * What went wrong, with the caret under the column where there is one.
 * @param {{message: string, shown?: string}} problem
 */
export function complaint(problem) {
  return el("pre", { class: "complaint", role: "alert" }, problem.shown || problem.message);
}
