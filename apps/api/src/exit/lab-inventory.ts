/** The lab's exits: loopback addresses that stand for real places (contract §14). */
import { placeToken } from "@turnpike/rules/places.ts";
import { labPlaces } from "./lab-places.ts";

/** An exit as the inventory describes it, before it has an id. */
export interface LabExit {
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

/** The whole inventory, the same each time: addresses from 127.1.0.1 on. */
export function labInventory(): LabExit[] {
  const places = labPlaces.trim().replace(/\n +/g, " ").split("\n").flatMap(placesOf);
  // Rounds over all places, so that neighbouring addresses are far apart.
  const rounds = Array.from({ length: exitsPerPlace }, () => places).flat();
  return rounds.map((place, index) => ({ ...place, ip: labAddress(index) }));
}

function labAddress(index: number): string {
  const block = Math.floor(index / addressesPerBlock);
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
        return { ...names, ...tokens, postal: placeToken(postal).toUpperCase(), asn };
      }),
    );
  });
}
