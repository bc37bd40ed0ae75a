/** distinct removes items with the id of an earlier one: a list of a node may repeat itself, and a row belongs to one
 * game. */
export function distinct<T extends { readonly id: bigint }>(all: readonly T[]): readonly T[] {
  return all.filter(({ id }, i) => all.findIndex((one) => one.id === id) === i);
}
