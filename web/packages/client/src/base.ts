// Base64 and bech32, as much of them as this page needs.

export const base64 = {
  encode: (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes)),
  /** decode throws for a text that is not base64. */
  decode: (text: string): Uint8Array => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)),
};

const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** polymod is the checksum of BIP-173. */
function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    generators.forEach((generator, i) => {
      if ((top >> i) & 1) {
        sum ^= generator;
      }
    });
  }
  return sum >>> 0;
}

function expand(prefix: string): number[] {
  const codes = [...prefix].map((c) => c.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

/** regroup converts bits from groups of one size to groups of another. It returns undefined if bits are left over. */
function regroup(values: Iterable<number>, from: number, to: number, pad: boolean): number[] | undefined {
  const groups: number[] = [];
  let [bits, held] = [0, 0];
  for (const value of values) {
    held = ((held << from) | value) & 0xfff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      groups.push((held >> bits) & ((1 << to) - 1));
    }
  }
  const rest = (held << (to - bits)) & ((1 << to) - 1);
  if (pad) {
    return bits > 0 ? [...groups, rest] : groups;
  }
  return bits >= from || rest !== 0 ? undefined : groups;
}

export const bech32 = {
  encode(prefix: string, bytes: Uint8Array): string {
    const values = regroup(bytes, 8, 5, true)!;
    const sum = polymod([...expand(prefix), ...values, 0, 0, 0, 0, 0, 0]) ^ 1;
    const check = Array.from({ length: 6 }, (_, i) => (sum >> (5 * (5 - i))) & 31);
    return `${prefix}1${[...values, ...check].map((value) => alphabet[value]).join("")}`;
  },

  /** decode returns undefined for a text that is not in lower case, has another prefix, or a wrong checksum. */
  decode(prefix: string, text: string): Uint8Array | undefined {
    const values = [...text.slice(prefix.length + 1)].map((c) => alphabet.indexOf(c));
    if (!text.startsWith(`${prefix}1`) || text.length > 500 || values.length < 6 || values.includes(-1)) {
      return undefined;
    }
    if (polymod([...expand(prefix), ...values]) !== 1) {
      return undefined;
    }
    const bytes = regroup(values.slice(0, -6), 5, 8, false);
    return bytes && Uint8Array.from(bytes);
  },
};
