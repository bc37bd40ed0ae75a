// Names of players, by the rules of game/name: a name that was set on the chain is a label of its account, and a player
// without one is shown by a generated name, the same in every program. Nothing is paid to a name and nothing proven by
// it.

import { sha256 } from "@noble/hashes/sha2.js";
import { ascii } from "../bytes.js";

/** isName reports whether a text has the form of a name, which a player can set unless it is reserved or taken. */
export function isName(text: string): boolean {
  return text.length >= 3 && text.length <= 20 && /^(?!ship1)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

/** generatedName is the name of a player who has set none, such as "Brave Otter 417", from the text of its address. */
export function generatedName(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(ascii(`battleship/name/v1${address}`));
  return `${capital(first[a]!)} ${capital(second[b]!)} ${(256 * c + d) % 1000}`;
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

const first = (
  "agile airy alert amber ample apt ardent astral autumn azure balmy blithe blue bold bonny brass brave breezy " +
  "bright brisk broad bronze bubbly busy calm candid canny caring casual cheery chilly chirpy civic civil classy " +
  "clean clear close cloudy coastal cobalt comfy cool copper coral cosmic cosy courtly crafty crimson crisp curious " +
  "daily dainty dapper daring dawn dear deep deft dreamy eager early earthy easy elegant emerald epic even fair " +
  "famous fancy festive fine fleet fluent fluffy fond frank free fresh frosty funny gallant gentle giant gifted " +
  "giving glad glossy golden good grand great green handy happy hardy hazel hearty helpful hidden honest hopeful " +
  "humble icy ideal indigo inky jade jaunty jolly jovial joyful keen kind kindly lanky lavish lawful leafy level " +
  "light lilac limber lime little lively local lofty long loyal lucid lucky lunar magic major maple marble marine " +
  "mellow merry mighty mild minty misty modern modest musing native navy neat new nifty nimble noble north novel " +
  "olive opal open orange orderly pale pastel patient peachy perky placid plucky plum polar polite prime prompt " +
  "proper proud pure quaint quick quiet rapid rare ready regal rosy round royal ruby rustic sage salty sandy " +
  "scarlet serene sharp shiny shy silent silky silver simple sincere sleek sleepy smart smooth snappy snowy snug " +
  "social soft solar solid south spicy spry square stable starry steady stellar still sturdy subtle sunny super " +
  "sure swift tall tawny teal tender tidal tidy tiny true trusty upbeat urban vast velvet vital vivid warm wavy " +
  "west wild windy winter wise witty woody young zany zesty"
).split(" ");

const second = (
  "alder anchor antler anvil apple arcade archer arrow aspen aster badger banjo barley barrel bay beacon beaver bee " +
  "bell berry birch biscuit bison boat bobcat bonsai bream breeze brig brook buoy cabin camel candle canoe canyon " +
  "castle cello cherry cicada clam cliff cloud clover cobble comet compass conch condor cookie coral cove crab " +
  "crane crater cricket cutter cypress daisy dolphin donkey dove dragon drake duck dune eagle echo eel egret elk " +
  "elm falcon fennel ferry fiddle finch fjord flag flint foam fox frigate frog galaxy galley gannet garden garnet " +
  "gecko geyser ginger glacier goat goose grape grotto grouse halibut hamster hare harp hawk hazel hedge helm heron " +
  "herring holly hornet horse husky ibis iceberg iris island ivy jasper jay jelly jetty juniper kayak keel kelp " +
  "kestrel kettle kiwi koala krill lagoon lantern lark lemon lemur lily limpet linden llama lobster locket loon " +
  "lotus lynx macaw magpie mango manta maple marlin marmot marsh marten mast meadow melon meteor minnow moon moose " +
  "moss moth mussel narwhal nebula newt oak oar oasis ocean octopus olive orca orchid osprey otter owl oyster panda " +
  "parrot peach pear pelican pepper perch petrel pier pigeon pilot pine pixel planet plover poplar poppy prawn " +
  "puffin pumpkin quail quartz quill rabbit raccoon raft rain raven reef ribbon river robin rocket rose rowan " +
  "rudder salmon sandbar scallop seal shark shore skiff sloop snail sparrow spruce squid stone stork storm summit " +
  "sun swan swift tern thistle thrush tide tiger topaz trout tulip tuna turtle valley violet walnut walrus wave " +
  "whale willow wind wolf wren yacht zebra zephyr"
).split(" ");

/** words are both lists, 256 each. */
export const words = [first, second] as const;
