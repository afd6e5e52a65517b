// Where the game can go: the state graph around the position, or the game tree, as small boards.

import { ask, atAGlance, Problem, whenActed, withdrawn } from "./ask.js";
import { caption, labels } from "./labels.js";
import { calm } from "./motion.js";
import { frame } from "./panzoom.js";
import { prefer, preferred } from "./settings.js";
import { el, field, picture, select } from "./view.js";
import { t } from "./words.js";

/** What each kind of picture asks for. @type {Record<string, {what: string, most: number}>} */
const KINDS = { near: { what: "near", most: 18 }, graph: { what: "graph", most: 400 }, tree: { what: "tree", most: 300 } };

/**
 * @param {(position: string) => void} jump
 * @param {(position: string) => void} explore
 */
export function graphView(jump, explore) {
  const stage = frame(t("State graph"));
  const note = el("p", { class: "note" });
  /** @type {import("./table.js").Table | null} */
  let table = null;
  /** @type {AbortSignal | null} */
  let signal = null;
  /** How often a picture was asked for: the last one is the one to show, whichever comes last. */
  let asked = 0;
  const what = select([["near", t("near the position")], ["graph", t("whole state graph")], ["tree", t("game tree")]], preferred.what, (value) => {
    prefer("what", value);
    if (table && signal) draw(table, signal);
  });
  what.id = "what";
  const element = el("section", { class: "card graph-card", "aria-label": t("Where the game can go") },
    el("div", { class: "card-head" }, el("h2", {}, t("Where the game can go")), field(t("Picture"), what)), stage.element, note);

  /** What is asked for. @param {import("./table.js").Table} shown */
  const question = (shown) => ({ ...shown.about(), ...(KINDS[preferred.what] ?? KINDS["near"]), play: shown.rule, turn: shown.now.player, line: shown.now.path.slice(0, -1).map((ply) => ply.position) });

  /** @param {import("./table.js").Table} shown @param {AbortSignal} until */
  async function draw(shown, until) {
    [table, signal] = [shown, until];
    element.hidden = false;
    const glance = atAGlance();
    const mine = ++asked;
    try {
      const drawn = await ask("draw", question(shown), { signal: until });
      await calm();
      if (mine !== asked || until.aborted) return;
      if (glance && !drawn.known) whenActed(() => until.aborted || draw(shown, until));
      const image = picture(drawn.svg);
      caption(image);
      for (const node of /** @type {NodeListOf<SVGElement>} */ (image.querySelectorAll("[data-node]"))) {
        const position = node.dataset["node"] ?? "";
        node.addEventListener("click", (event) => (event.shiftKey ? explore(position) : jump(position)));
        node.addEventListener("keydown", (event) => {
          if (event.key === "Enter") (event.shiftKey ? explore : jump)(position);
        });
      }
      stage.show(image, preferred.what === "near", labels(image));
      const kernel = t("Squares are the kernel: whoever has to move from there loses.");
      const sides = shown.partisan ? ` ${t("Left's moves are blue and whole, Right's red and dashed.")}` : "";
      note.textContent = (drawn.whole ? kernel : `${t("Only what is near is drawn.")} ${kernel}`) + sides;
    } catch (error) {
      if (withdrawn(error) || mine !== asked) return;
      if (glance && error instanceof Problem && error.undecided) whenActed(() => until.aborted || draw(shown, until));
      stage.say(el("p", { class: "note" }, /** @type {Error} */ (error).message));
      note.textContent = "";
    }
  }

  return {
    element,
    draw,
    question,
    hide: () => (element.hidden = true),
  };
}
