/** Imports games that are pasted or dropped anywhere on the page. */

import { importOrTell } from "./state/games";
import { dialog } from "./store";
import { typing } from "./keys";

export function receiveDrops(): void {
  document.addEventListener("paste", (event) => {
    if (typing(event.target)) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (file) void importOrTell(file.name, file);
    else if (text.trim()) void importOrTell("Pasted games", text);
  });
  const { classList } = document.documentElement;
  let depth = 0;
  document.addEventListener("dragenter", () => {
    depth += 1;
    classList.add("dropping");
  });
  document.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) classList.remove("dropping");
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    classList.remove("dropping");
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    dialog.value = null;
    if (file) void importOrTell(file.name, file);
    else if (text.trim()) void importOrTell("Dropped games", text);
  });
}
