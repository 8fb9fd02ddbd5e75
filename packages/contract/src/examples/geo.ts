/** Places, by example. */
import { gateway } from "./customer.ts";
import type { SomeExamples } from "./example.ts";

const countries = [
  { code: "DE", name: "Germany", online: 1_840 },
  { code: "US", name: "United States", online: 9_214 },
];
const seattle = {
  state: "washington",
  stateName: "Washington",
  city: "seattle",
  cityName: "Seattle",
  online: 212,
};
const network = { asn: 7_922, isp: "comcast", name: "Comcast", online: 95 };
const server = { region: "europe", host: gateway, port: 8_000, protocols: ["http", "socks5"] };

export const geoExamples = {
  countrys: { question: {}, answer: { items: countries } },
  countryV2: { question: {}, answer: { items: countries } },
  city: { question: { country: "US", state: "washington" }, answer: { items: [seattle] } },
  cityV2: { question: { country: "US" }, answer: { items: [seattle] } },
  postal: {
    question: { country: "US", city: "seattle" },
    answer: { items: [{ ...seattle, postal: "98101", online: 31 }] },
  },
  isp: {
    question: { country: "US" },
    answer: { items: [{ isp: "comcast", ispName: "Comcast", online: 95 }] },
  },
  asn: { question: { country: "US" }, answer: { items: [network] } },
  asnV2: { question: { country: "US", isp: "comcast" }, answer: { items: [network] } },
  trafficCity: {
    question: { country: "US", limit: 100 },
    answer: { items: [{ ...seattle, country: "US" }] },
  },
  trafficServer: { question: {}, answer: { items: [server] } },
} satisfies SomeExamples;
