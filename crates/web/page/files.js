// Files from the page to the reader and back.

import { el } from "./view.js";

/**
 * Hands a file to the reader.
 * @param {string} name
 * @param {string} type
 * @param {BlobPart} content
 */
export function download(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The bytes that a text in base 64 stands for. @param {string} text */
export function bytes(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Asks the reader for a file and reads it as text. @param {string} kinds @param {(text: string) => void} read */
export function upload(kinds, read) {
  const input = el("input", { type: "file", accept: kinds, hidden: true });
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    input.remove();
    if (file) read(await file.text());
  });
  document.body.append(input);
  input.click();
}

/** A name for a file made from a position. @param {string} position */
export function fileName(position) {
  return position.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "grundy";
}
