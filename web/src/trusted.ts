// Addresses of programs that this page starts beside itself. Browsers that enforce Trusted Types start no others; the policy
// of the page admits those of its own origin alone.

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: Policies };
const policy = trustedTypes?.createPolicy("battleship", { createScriptURL: (url) => url });

/** program is the address of a program of this page, for a worker. */
export const program = (url: string): string => policy?.createScriptURL(url) ?? url;
