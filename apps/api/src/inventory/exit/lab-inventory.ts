/** The lab's exits: loopback addresses that represent real places (spec/lab#exits). */
import { placeToken } from "@turnpike/rules/places.ts";
import { type Coordinates, labCities } from "./lab-coordinates.ts";
import { labPlaces } from "./lab-places.ts";

/** An exit as the inventory describes it, before it has an id. */
export interface LabExit extends Coordinates {
  ip: string;
  country: string;
  stateName: string;
  state: string;
  cityName: string;
  city: string;
  postal: string;
  ispName: string;
  isp: string;
  asn: number;
}

/** Exits for each postal code and network, so that every filter finds more than one. */
const exitsPerPlace = 6;
const addressesPerBlock = 250;

/** Each product's addresses: they start at 127.1.BLOCK.1, with `perPlace` exits in each place. */
const shares = {
  pool: { firstBlock: 0, perPlace: exitsPerPlace },
  static: { firstBlock: 100, perPlace: 3 },
  short: { firstBlock: 150, perPlace: 2 },
  unlimited: { firstBlock: 200, perPlace: 2 },
} as const;
export type LabProduct = keyof typeof shares;
export const labProducts = Object.keys(shares) as LabProduct[];

/** Returns a product's whole inventory, the same on every call. */
export function labInventory(product: LabProduct = "pool"): LabExit[] {
  const { firstBlock, perPlace } = shares[product];
  const places = labPlaces.trim().replace(/\n +/g, " ").split("\n").flatMap(placesOf);
  // Goes round all places, so that neighbouring addresses are in different places.
  const rounds = Array.from({ length: perPlace }, () => places).flat();
  return rounds.map((place, index) => ({ ...place, ip: labAddress(firstBlock, index) }));
}

function labAddress(firstBlock: number, index: number): string {
  const block = firstBlock + Math.floor(index / addressesPerBlock);
  return `127.1.${block}.${1 + (index % addressesPerBlock)}`;
}

type Place = Omit<LabExit, "ip">;

function placesOf(line: string): Place[] {
  const [country = "", cities = "", networks = ""] = line.split("|").map((part) => part.trim());
  return cities.split("; ").flatMap((city) => {
    const [stateName = "", cityName = "", postals = ""] = city.split("/");
    return postals.split("+").flatMap((postal) =>
      networks.split("; ").map((network) => {
        const asn = Number(network.slice(0, network.indexOf(" ")));
        const ispName = network.slice(network.indexOf(" ") + 1);
        const names = { country, stateName, cityName, ispName };
        const tokens = {
          state: placeToken(stateName),
          city: placeToken(cityName),
          isp: placeToken(ispName),
        };
        const at = labCities.get(`${country} ${tokens.city}`);
        if (at === undefined) throw new Error(`${country} ${cityName} has no coordinates`);
        return { ...names, ...tokens, ...at, postal: placeToken(postal).toUpperCase(), asn };
      }),
    );
  });
}
