#!/usr/bin/env node
// A plugin of buf: for each message an interface and a table of its fields, in the notation of packages/client/src/proto/message.ts. What
// that notation cannot say is refused here, so that nothing is left out in silence.

import { getOption, ScalarType } from "@bufbuild/protobuf";
import { createEcmaScriptPlugin, runNodeJs } from "@bufbuild/protoplugin";

/** kinds are the scalars that there are, with their types in TypeScript. */
const kinds = {
  [ScalarType.STRING]: ["string", "string"],
  [ScalarType.BYTES]: ["bytes", "Uint8Array"],
  [ScalarType.BOOL]: ["bool", "boolean"],
  [ScalarType.UINT32]: ["uint32", "number"],
  [ScalarType.INT32]: ["int32", "number"],
  [ScalarType.UINT64]: ["uint64", "bigint"],
  [ScalarType.INT64]: ["int64", "bigint"],
};

/** Files that hold options, which the tables have already. */
const options = ["amino/amino", "cosmos_proto/cosmos", "google/protobuf/descriptor"];

const camel = (name) => name.replace(/_(.)/g, (_, c) => c.toUpperCase());
/** Of messages whose JSON is not an object with their fields, those that packages/client/src/proto/codec.ts reads. */
const special = ["google.protobuf.Any", "google.protobuf.Timestamp"];

const runtime = "../proto/message.js";
/** local is a name without its package, with an underscore where one is inside another. */
const local = (desc) => desc.typeName.slice(desc.file.proto.package.length + 1).replaceAll(".", "_");
const camelCased = /^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*$/;

function generate(schema) {
  const extensions = new Map();
  for (const file of schema.allFiles) {
    for (const extension of file.extensions) {
      extensions.set(extension.typeName, extension);
    }
  }
  const option = (desc, name) => extensions.has(name) && getOption(desc, extensions.get(name));
  for (const file of schema.files.filter(({ name }) => !options.includes(name))) {
    const f = schema.generateFile(`${file.name}_pb.ts`);
    f.preamble(file);
    for (const desc of file.enums) {
      enumeration(f, desc);
    }
    for (const desc of file.messages.flatMap(withNested)) {
      if (desc.typeName.startsWith("google.protobuf.") && !special.includes(desc.typeName)) {
        throw new Error(`${desc.typeName}: has a form in JSON that the page does not read`);
      }
      message(f, desc, option);
    }
  }
}

function withNested(desc) {
  if (desc.nestedEnums.length > 0) {
    throw new Error(`${desc.typeName}: an enum inside a message`);
  }
  return [desc, ...desc.nestedMessages.flatMap(withNested)];
}

/** prefix is in front of the names of an enum's values in JSON. */
function prefix(desc) {
  return (desc.sharedPrefix ?? "").toUpperCase();
}

function enumeration(f, desc) {
  const name = local(desc);
  f.print(f.jsDoc(desc));
  f.print("export const ", name, " = {");
  for (const value of desc.values) {
    if (value.name !== prefix(desc) + value.localName) {
      throw new Error(`${value.name}: not the name of its enum and one of its own`);
    }
    f.print("  ", value.localName, ": ", value.number, ",");
  }
  f.print("} as const;");
  f.print("export type ", name, " = (typeof ", name, ")[keyof typeof ", name, "];");
  f.print();
}

function message(f, desc, option) {
  const name = local(desc);
  const uses = [];
  f.print(f.jsDoc(desc));
  f.print("export interface ", name, " extends ", f.import("Message", runtime, true), '<"', desc.typeName, '"> {');
  for (const member of desc.members) {
    f.print(f.jsDoc(member, "  "));
    if (member.kind === "oneof") {
      f.print("  ", member.localName, ":");
      for (const field of member.fields) {
        f.print('    | { case: "', field.localName, '"; value: ', type(f, field), " }");
      }
      f.print("    | { case: undefined; value?: undefined };");
    } else if (member.fieldKind === "message") {
      f.print("  ", member.localName, "?: ", type(f, member), " | undefined;");
    } else {
      f.print("  ", member.localName, ": ", type(f, member), member.fieldKind === "list" ? "[];" : ";");
    }
  }
  f.print("}");
  let last = 0;
  const table = [...desc.fields].sort((a, b) => a.number - b.number);
  const entries = table.map((field) => {
    const at = field.number === last + 1 ? "" : `=${field.number}`;
    last = field.number;
    return entry(field, at, uses, option);
  });
  f.print("export const ", name, "Schema: ", f.import("Schema", runtime, true), "<", name, "> =");
  const [amino, text] = [option(desc, "amino.name") || "", entries.join(" ")];
  f.print("  /*@__PURE__*/ ", f.import("message", runtime), '("', desc.typeName, '", "', amino, '", "', text, '"', [
    ...(uses.length === 0 ? [] : [", () => [", ...uses.flatMap((use) => [used(f, desc, use), ", "]).slice(0, -1), "]"]),
    ");",
  ]);
  f.print();
}

/** entry is the notation of a field. */
function entry(field, at, uses, option) {
  const desc = field.message ?? field.enum;
  const scalar = kinds[field.scalar];
  const encoding = option(field, "amino.encoding");
  const list = field.fieldKind === "list";
  const coins = encoding === "legacy_coins";
  if (field.fieldKind === "map" || field.delimitedEncoding || (!desc && !scalar) || (encoding && !coins)) {
    throw new Error(`${field}: of a kind that the table cannot say`);
  }
  if (!camelCased.test(field.name) || field.jsonName !== camel(field.name) || field.localName !== field.jsonName) {
    throw new Error(`${field}: its name in JSON is another one`);
  }
  const packable = field.enum || (scalar && !["string", "bytes"].includes(scalar[0]));
  if (list && packable && !field.packed) {
    throw new Error(`${field}: a list of numbers that is not packed`);
  }
  if (field.proto.proto3Optional && !field.message) {
    throw new Error(`${field}: optional, and empty is another thing than absent`);
  }
  if (desc && !uses.includes(desc)) {
    uses.push(desc);
  }
  const integer = scalar?.[0] === "string" && option(field, "cosmos_proto.scalar") === "cosmos.Int";
  const kind = desc ? uses.indexOf(desc) : integer ? "Int" : scalar[0];
  const choice = field.oneof ? `${field.oneof.name}/` : "";
  const flags = `${list ? "*" : ""}${option(field, "amino.dont_omitempty") ? "!" : ""}${coins ? "$" : ""}`;
  return `${choice}${field.name}${at}:${kind}${flags}`;
}

/** type is that of a value of a field, or of an item of its list. */
function type(f, field) {
  const desc = field.message ?? field.enum;
  return desc ? from(f, field.parent, desc, "", true) : kinds[field.scalar]?.[1];
}

/** from is a name that another message gives, imported if that is in another file. */
function from(f, user, desc, suffix, typeOnly) {
  const name = local(desc) + suffix;
  return user.file === desc.file ? name : f.import(name, `./${desc.file.name}_pb.js`, typeOnly);
}

/** used is how the table names a message or an enum. */
function used(f, user, desc) {
  return desc.kind === "enum"
    ? ['["', prefix(desc), '", ', from(f, user, desc, ""), "]"]
    : from(f, user, desc, "Schema");
}

runNodeJs(createEcmaScriptPlugin({ name: "protoc-gen-table", version: "v1", generateTs: generate }));
