/** The visible rows of a list plus a margin, as a half-open range. */
export function visibleRange(scroll: number, height: number, rowHeight: number, total: number, spare: number): [first: number, end: number] {
  const first = Math.max(0, Math.floor(scroll / rowHeight) - spare);
  const end = Math.min(total, Math.ceil((scroll + height) / rowHeight) + spare);
  return [Math.min(first, end), end];
}

/** The pages that contain these rows. */
export function pagesFor(first: number, end: number, size: number): number[] {
  const pages: number[] = [];
  for (let page = Math.floor(first / size); page * size < end; page += 1) pages.push(page);
  return pages;
}
