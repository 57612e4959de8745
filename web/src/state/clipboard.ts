/** Copies exports to the clipboard. */

import { Refusal } from "../api/client";
import { tell, wordsOf } from "./messages";

/** Copies to the clipboard, if the browser allows it. */
export async function copy(what: string, type: string, content: () => Promise<string | Blob>): Promise<void> {
  if (!("clipboard" in navigator)) {
    tell("This browser lets a page copy only at localhost or over https. Save the file instead.", "error");
    return;
  }
  try {
    const value = await content();
    if (typeof value === "string") await navigator.clipboard.writeText(value);
    else await navigator.clipboard.write([new ClipboardItem({ [type]: value })]);
    tell(`${what} copied.`);
  } catch (error) {
    tell(error instanceof Refusal ? error.message : `${what} could not be copied: ${wordsOf(error)}`, "error");
  }
}
