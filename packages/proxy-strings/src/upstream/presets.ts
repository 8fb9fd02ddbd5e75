/**
 * What is known about 22 wholesalers' gateways: one file each, with where it was read and when.
 * A file of the operator's that names a preset need not repeat any of it.
 */
import type { SessionOffer, UpstreamKind } from "./definition.ts";
import type { ErrorRow } from "./errors.ts";
import brightdata from "./presets/brightdata.json" with { type: "json" };
import oxylabs from "./presets/oxylabs.json" with { type: "json" };
import decodo from "./presets/decodo.json" with { type: "json" };
import iproyal from "./presets/iproyal.json" with { type: "json" };
import soax from "./presets/soax.json" with { type: "json" };
import netnut from "./presets/netnut.json" with { type: "json" };
import webshare from "./presets/webshare.json" with { type: "json" };
import packetstream from "./presets/packetstream.json" with { type: "json" };
import infatica from "./presets/infatica.json" with { type: "json" };
import rayobyte from "./presets/rayobyte.json" with { type: "json" };
import nimble from "./presets/nimble.json" with { type: "json" };
import massive from "./presets/massive.json" with { type: "json" };
import dataimpulse from "./presets/dataimpulse.json" with { type: "json" };
import geonode from "./presets/geonode.json" with { type: "json" };
import evomi from "./presets/evomi.json" with { type: "json" };
import proxyseller from "./presets/proxyseller.json" with { type: "json" };
import anyip from "./presets/anyip.json" with { type: "json" };
import thordata from "./presets/thordata.json" with { type: "json" };
import luna from "./presets/luna.json" with { type: "json" };
import proxyempire from "./presets/proxyempire.json" with { type: "json" };
import nodemaven from "./presets/nodemaven.json" with { type: "json" };
import proxiessx from "./presets/proxiessx.json" with { type: "json" };
import type { PlaceName, TemplateField } from "./template.ts";

export interface Preset {
  preset: string;
  /** The wholesaler's name. */
  title: string;
  /** Where the facts were read, and when somebody last compared them. */
  source: string;
  verifiedAt: string;
  how: UpstreamKind;
  hosts: string[];
  user: string[];
  password: string;
  places: PlaceName[];
  session: SessionOffer;
  /** Spellings of its own: `{"country": {"GB": "UK"}}`. */
  map?: Partial<Record<TemplateField, Record<string, string>>>;
  errors: ErrorRow[];
  exitIpHeader: string | null;
}

/** What TypeScript makes of a JSON file: words are any text. A test checks each file. */
type PresetFile = Omit<Preset, "how" | "places" | "errors" | "map"> & {
  how: string;
  places: string[];
  errors: object[];
  map?: object;
};
const files: readonly PresetFile[] = [
  brightdata,
  oxylabs,
  decodo,
  iproyal,
  soax,
  netnut,
  webshare,
  packetstream,
  infatica,
  rayobyte,
  nimble,
  massive,
  dataimpulse,
  geonode,
  evomi,
  proxyseller,
  anyip,
  thordata,
  luna,
  proxyempire,
  nodemaven,
  proxiessx,
];

export const presets = files as readonly Preset[];

/** Returns a preset by its name. */
export const presetOf = (name: string): Preset | null =>
  presets.find(({ preset }) => preset === name) ?? null;
