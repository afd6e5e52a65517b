// Who plays: the opponent, the sides, who starts, and whether answers are seen.

import { prefer } from "./settings.js";
import { el, field, select } from "./view.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * The controls of a table.
 * @param {Table} table
 * @param {{opponent: () => void, sides: () => void, start: (turn: import("./record.js").Player, you: import("./record.js").Player) => void, hidden: () => void}} changed
 */
export function options(table, changed) {
  const range = el("input", { type: "range", min: "0", max: "100", step: "5", value: String(table.mistakes) });
  const rangeField = field("", range);
  const label = /** @type {HTMLElement} */ (rangeField.firstElementChild);
  function tell() {
    label.textContent = t("Mistakes: {share} %", { share: table.mistakes });
    rangeField.hidden = table.opponent !== "mistakes";
    sides.hidden = table.opponent === "person" || !table.partisan;
    starts.hidden = table.opponent === "person" && !table.partisan;
  }
  range.addEventListener("input", () => {
    table.mistakes = Number(range.value);
    prefer("mistakes", table.mistakes);
    tell();
    changed.opponent();
  });
  const opponent = select(
    [["perfect", t("perfect: holds out longest")], ["tricky", t("perfect: leaves you the fewest answers")], ["mistakes", t("makes mistakes")], ["random", t("plays at random")], ["person", t("a second person")]],
    table.opponent,
    (value) => {
      table.against(value);
      tell();
      changed.opponent();
    },
  );
  opponent.id = "opponent";
  const side = select([["left", t("Left (blue)")], ["right", t("Right (red)")]], table.you, (value) => {
    table.you = value === "right" ? "right" : "left";
    changed.sides();
  });
  side.id = "side";
  const sides = field(t("You are"), side);
  const root = table.record.root.player;
  const first = table.partisan
    ? select([["left", t("Left")], ["right", t("Right")]], root, (value) => changed.start(value === "right" ? "right" : "left", table.you))
    : select([["you", t("You")], ["computer", t("Computer")]], table.you === root ? "you" : "computer", (value) => changed.start("left", value === "you" ? "left" : "right"));
  first.id = "starts";
  const starts = field(t("Who starts"), first);
  const answers = el("input", { type: "checkbox", id: "answers", checked: !table.hidden });
  answers.addEventListener("change", () => {
    table.hidden = !answers.checked;
    prefer("hidden", table.hidden);
    changed.hidden();
  });
  const element = el("div", { class: "options" }, field(t("Opponent"), opponent), rangeField, sides, starts, el("label", { class: "check" }, answers, el("span", {}, t("Show the answers"))));
  tell();
  return element;
}
