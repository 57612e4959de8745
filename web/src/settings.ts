/** The user's choices, kept in the browser. */

import { remembered } from "./remembered";

export const BOARDS = { sage: "Sage", wood: "Wood", blue: "Blue", grey: "Grey" } as const;
export const PIECES = { cream: "Cream and charcoal", contrast: "White and black", warm: "Maple and walnut" } as const;

export const boardColours = remembered<keyof typeof BOARDS>("board", "sage");
export const pieceColours = remembered<keyof typeof PIECES>("pieces", "cream");
export const sounds = remembered("sounds", true);
/** Whether single letters are shortcuts; speech input and screen readers may need them otherwise. */
export const letterKeys = remembered("letter-keys", true);
export const premoves = remembered("premoves", true);
export const wheelSteps = remembered("wheel", true);
/** Which actions ask first. */
export const confirmEnd = remembered("confirm-end", true);
export const confirmDelete = remembered("confirm-delete", false);
