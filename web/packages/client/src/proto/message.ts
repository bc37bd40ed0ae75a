// Messages as tables. A definition is generated from proto/ and names the fields of a message in the order of their numbers,
// such as "sender:string game_id:uint64 entry:0 toss:bytes":
//
//   name:kind       a field; its number is one above the field before it
//   name=4:kind     a field with that number
//   sum/name:kind   a field of which the message has at most one, under the name in front
//   kind*           a list
//   kind!           written in amino JSON though it is empty; kind$ a list of coins, written there as [] though it is empty
//
// A kind is a scalar, Int (a text that amino JSON writes as "0" when it is empty), or a number: a place in the list of the
// messages and enums that are used, which is behind a function since they may use each other.

/** Message has the fields that all messages have. */
export interface Message<Name extends string = string> {
  readonly $typeName: Name;
}

/** An enum has the names of its values, without their prefix in JSON. */
export type Enum = readonly [prefix: string, values: Readonly<Record<string, number>>];

export interface Field {
  readonly number: number;
  /** name is as in the definition, key as in a message here. */
  readonly name: string;
  readonly key: string;
  readonly kind: string;
  readonly message?: Schema;
  readonly enum?: Enum;
  readonly list: boolean;
  readonly choice: string | undefined;
  readonly keep: boolean;
  readonly coins: boolean;
}

/** Schema is the definition of a message. */
export interface Schema<M extends Message = Message> {
  readonly typeName: M["$typeName"];
  /** amino is the name by which hardware wallets know it, or empty. */
  readonly amino: string;
  readonly fields: readonly Field[];
  /** type is for the compiler alone. */
  readonly type?: M;
}

/** Init is the argument of create: any fields of a message, in which messages may be given by their fields too. */
export type Init<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Init<Item>[]
    : T extends object
      ? { readonly [K in keyof T as K extends "$typeName" ? never : K]?: Init<T[K]> | undefined }
      : T;

/** Of is the message that a definition is of. */
export type Of<S> = S extends Schema<infer M> ? M : never;

/** message makes the definition from generated code. */
export function message<M extends Message>(
  typeName: M["$typeName"],
  amino: string,
  table: string,
  uses: () => readonly (Schema | Enum)[] = () => [],
): Schema<M> {
  let fields: readonly Field[] | undefined;
  return {
    typeName,
    amino,
    get fields() {
      fields ??= parse(table, uses());
      return fields;
    },
  };
}

function parse(table: string, used: readonly (Schema | Enum)[]): Field[] {
  let number = 0;
  return [...table.matchAll(/(?:(\w+)\/)?(\w+)(?:=(\d+))?:(\w+)(\*?)(!?)(\$?)/g)].map(
    ([, choice, name, at, kind, list, keep, coins]) => {
      number = at ? Number(at) : number + 1;
      const use = used[Number(kind)];
      return {
        number,
        name: name!,
        key: name!.replace(/_(.)/g, (_, c: string) => c.toUpperCase()),
        kind: !use ? kind! : Array.isArray(use) ? "enum" : "message",
        ...(use && (Array.isArray(use) ? { enum: use as unknown as Enum } : { message: use as Schema })),
        list: !!list,
        choice,
        keep: !!keep,
        coins: !!coins,
      };
    },
  );
}

type Fields = Record<string, unknown>;

/** create makes a message; fields that are not given are empty, and messages among them absent. */
export function create<S extends Schema>(schema: S, init: Init<Of<S>> = {} as Init<Of<S>>): Of<S> {
  const made: Fields = { $typeName: schema.typeName };
  for (const field of schema.fields) {
    const { key, choice } = field;
    const given = (init as Fields)[choice ?? key];
    const one = (value: unknown) =>
      field.message && !(value as Partial<Message>).$typeName ? create(field.message, value as Fields) : value;
    if (choice) {
      const chosen = given as { case?: string; value?: unknown } | undefined;
      if (chosen?.case === key) {
        made[choice] = { case: key, value: one(chosen.value) };
      } else {
        made[choice] ??= { case: undefined };
      }
    } else if (field.list) {
      made[key] = ((given as unknown[] | undefined) ?? []).map(one);
    } else if (given !== undefined && given !== null) {
      made[key] = one(given);
    } else if (!field.message) {
      made[key] = empty(field.kind);
    }
  }
  return made as unknown as Of<S>;
}

/** empty returns the value of an unset field. */
function empty(kind: string): unknown {
  switch (kind) {
    case "string":
    case "Int":
      return "";
    case "bytes":
      return new Uint8Array();
    case "bool":
      return false;
    case "uint64":
    case "int64":
      return 0n;
    default:
      return 0;
  }
}

/** isMessage reports whether a message is of a kind. */
export function isMessage<M extends Message>(m: Message, schema: Schema<M>): m is M {
  return m.$typeName === schema.typeName;
}

/** fieldOf returns the value of a field in a message, or undefined if another one of its choice is set. */
export function fieldOf(message: Message, { key, choice }: Field): unknown {
  const fields = message as unknown as Fields;
  if (!choice) {
    return fields[key];
  }
  const chosen = fields[choice] as { case?: string; value?: unknown };
  return chosen.case === key ? chosen.value : undefined;
}

/** isEmpty reports whether a value is that of an unset field. */
export function isEmpty(value: unknown): boolean {
  return value instanceof Uint8Array || Array.isArray(value) ? value.length === 0 : !value;
}
