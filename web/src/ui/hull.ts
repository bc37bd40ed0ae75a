// The ships as they are seen from above, in units of a twentieth of a tile, the bow at the left.

/** A Hull has its outline, the parts that are built on it, and thin lines, as paths of an SVG. */
export interface Hull {
  readonly outline: string;
  readonly deck: string;
  readonly lines: string;
}

/** beams are half the widths of the ships that have one of their own, by class; others follow from the length. */
const beams: Readonly<Record<string, number>> = {
  carrier: 8,
  battleship: 7,
  cruiser: 6,
  submarine: 4.6,
  destroyer: 5,
  boat: 5,
};

const disc = (x: number, r: number) => `M${x - r} 10a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`;
/** turret is a gun turret whose two barrels point to the bow, or to the stern with a negative length. */
const turret = (x: number, r: number, length: number) => ({
  deck: disc(x, r),
  lines: `M${x} ${10 - r / 2.5}h${-length}M${x} ${10 + r / 2.5}h${-length}`,
});

/** outline is a ship of half width b: pointed in front, blunt behind. */
function outline(end: number, b: number): string {
  const [top, bottom] = [10 - b, 10 + b];
  return `M2 10C5 ${10 - b * 0.7} 10 ${top} 17 ${top}H${end - 5}Q${end - 1.5} ${top} ${end - 1.5} ${10 - b * 0.5}V${10 + b * 0.5}Q${end - 1.5} ${bottom} ${end - 5} ${bottom}H17C10 ${bottom} 5 ${10 + b * 0.7} 2 10z`;
}

/** hullOf returns the drawing of a class with its length in tiles. */
export function hullOf(name: string, length: number): Hull {
  const end = 20 * length;
  const b = beams[name] ?? 6;
  const middle = end / 2;
  const join = (...parts: { deck: string; lines: string }[]) => ({
    deck: parts.map(({ deck }) => deck).join(""),
    lines: parts.map(({ lines }) => lines).join(""),
  });
  switch (name) {
    case "carrier":
      return {
        outline: `M3 ${10 - b * 0.6}L12 ${10 - b}H${end - 2}V${10 + b}H14L3 ${10 + b * 0.45}z`,
        deck: box(middle + 2, 10 - b + 1, 16, 4),
        lines: `M8 11.5H${end - 6}M10 15.5L${end * 0.6} 6.5M${end - 12} ${10 - b + 2}v${2 * b - 4}`,
      };
    case "battleship": {
      const built = { deck: box(middle - 6, 6.5, 15, 7), lines: `M${middle + 13} 10h4` };
      return {
        outline: outline(end, b),
        ...join(turret(22, 3.4, 10), turret(31, 3.4, 8), built, turret(end - 14, 3.4, -9)),
      };
    }
    case "submarine":
      return {
        outline: `M2 10C4 ${10 - b} 12 ${10 - b} 18 ${10 - b}H${end - 20}C${end - 10} ${10 - b} ${end - 4} 8.5 ${end - 2} 10C${end - 4} 11.5 ${end - 10} ${10 + b} ${end - 20} ${10 + b}H18C12 ${10 + b} 4 ${10 + b} 2 10z`,
        deck: `M${middle - 9} 10a3 3 0 0 1 3-3h9q4 1 5 3q-1 2-5 3h-9a3 3 0 0 1-3-3z`,
        lines: `M8 10h7M${end - 16} 10h8M${end - 6} 5.5v9`,
      };
    case "boat":
      return {
        outline: "M2 10C4 6 8 5 11 5H16Q18 5 18 7V13Q18 15 16 15H11C8 15 4 14 2 10z",
        deck: box(9, 7.5, 6, 5),
        lines: "M5 10h3",
      };
    default: {
      const built = {
        deck: box(middle - 3, 7, length > 2 ? 12 : 8, 6),
        lines: length > 2 ? `M${middle + 11} 10h3` : "",
      };
      const aft = length > 2 ? [turret(end - 11, 2.7, -7)] : [];
      return { outline: outline(end, b), ...join(turret(length > 2 ? 18 : 14, 2.7, 7), built, ...aft) };
    }
  }
}
