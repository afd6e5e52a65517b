// Questions to the server. Long ones report progress, and aborting the signal cancels the work there.

import { whenBack } from "./connection.js";
import { language, t } from "./words.js";

/** What the server said instead of an answer. */
export class Problem extends Error {
  /** @param {{error?: string, status?: number, shown?: string, column?: number, help?: string, undecided?: string}} told */
  constructor(told) {
    super(told.error ?? "?");
    this.status = told.status ?? 0;
    this.shown = told.shown ?? "";
    this.undecided = told.undecided ?? "";
  }
}

/** Whether somebody has clicked or typed here yet. A link from anywhere can open the page, and shall not start long work. */
let acted = false;
/** What to do once somebody has, when answers were cut short. @type {(() => void)[]} */
let again = [];

/** Notes that somebody is there. */
function act() {
  if (acted) return;
  acted = true;
  // After the click itself has done its work.
  for (const repeat of again) setTimeout(repeat, 0);
  again = [];
}
addEventListener("pointerup", act, { capture: true });
addEventListener("keyup", act, { capture: true });

/** Whether nobody has clicked or typed here yet, so that questions get a short slice of time and no more. */
export const atAGlance = () => !acted;

/**
 * Repeats what was asked at a glance and cut short: at the first click or key, or at once when that has come meanwhile.
 * @param {() => void} repeat
 */
export function whenActed(repeat) {
  if (acted) setTimeout(repeat, 0);
  else again.push(repeat);
}

/** @typedef {{positions?: number, memory?: number, seconds?: number, waiting?: boolean}} Progress */

/**
 * Asks a question and waits for its answer. When the server is gone, the question waits until it is back.
 * @param {string} path
 * @param {object} question
 * @param {{signal?: AbortSignal, progress?: (progress: Progress) => void}} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, question, options = {}) {
  for (;;) {
    try {
      return await attempt(path, question, options);
    } catch (error) {
      // A broken connection is a TypeError; what the server refused is a Problem and what was withdrawn an AbortError.
      if (!(error instanceof TypeError)) throw error;
      await whenBack(options.signal);
    }
  }
}

/** @type {typeof ask} */
async function attempt(path, question, options = {}) {
  // An answer in lines tells a refusal in its last line: browsers note every other status than "well" as an error of the page.
  const response = await fetch(`/api/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Accept-Language": language(),
      Accept: "application/x-ndjson",
      ...(acted ? {} : { "X-Grundy-Glance": "1" }),
    },
    body: JSON.stringify(question),
    signal: options.signal ?? null,
  });
  if (!response.ok || !response.body) throw new Problem(await response.json());
  return lines(response.body, options.progress);
}

/**
 * Reads progress lines until the answer comes.
 * @param {ReadableStream<Uint8Array>} body
 * @param {(progress: Progress) => void} [progress]
 */
async function lines(body, progress) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const parts = rest.split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const told = JSON.parse(part);
      if (told.progress) progress?.(told.progress);
      else if (told.answer) return told.answer;
      else throw new Problem(told);
    }
    if (done) throw new Problem({ error: t("the answer broke off") });
  }
}

/**
 * Whether an error only says that the question was withdrawn.
 * @param {unknown} error
 */
export function withdrawn(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
