/** Products that no code knows, one of each kind, for tests. */
export const names = {
  en: "Mobile <b>4G</b> **fast** & more",
  de: "Mobilfunk 4G",
  fr: "Mobile 4G – français",
  ru: "Мобильный 4G",
  vi: "Di động 4G",
  "zh-tw": "行動 4G",
};
export const nameIn = (lang: string) => names[lang === "zh" ? "zh-tw" : (lang as "en")];
export const mobile = {
  sku: "mobile-4g",
  kind: "traffic",
  name: names,
  description: { en: "Phones in 20 countries" },
  badge: { en: "New", de: "Neu" },
  unit: "GB",
  min: 2,
  max: 500,
  step: 2,
  tiers: [
    { fromQty: 1, unitMicros: 4_000_000 },
    { fromQty: 100, unitMicros: 3_000_000 },
  ],
  sort: 5,
};
const other = { unit: "proxy", min: 1, max: 100, step: 1, sort: 500 };
export const kinds = [
  { ...mobile, sku: "sold-traffic" },
  {
    ...other,
    sku: "sold-ip",
    kind: "ip",
    unit: "IP",
    name: { en: "City IPs" },
    tiers: [
      {
        fromQty: 1,
        unitMicros: 2e5,
      },
    ],
  },
  {
    ...other,
    sku: "sold-static",
    kind: "static",
    days: 30,
    name: { en: "Premium ISP" },
    tiers: [
      {
        fromQty: 1,
        unitMicros: 4e6,
      },
    ],
  },
  {
    ...other,
    sku: "sold-short",
    kind: "staticShort",
    days: 3,
    name: { en: "Weekend ISP" },
    tiers: [
      {
        fromQty: 1,
        unitMicros: 9e5,
      },
    ],
  },
  {
    ...other,
    sku: "sold-port",
    kind: "port",
    days: 30,
    name: { en: "Port by hand" },
    unit: "port",
    tiers: [
      {
        fromQty: 1,
        unitMicros: 8e6,
      },
    ],
  },
  {
    ...other,
    sku: "sold-bandwidth",
    kind: "bandwidth",
    days: 7,
    name: { en: "Wide" },
    unit: "Mbps",
    min: 100,
    max: 1e3,
    step: 100,
    region: "europe",
    tiers: [
      {
        fromQty: 100,
        unitMicros: 4e5,
      },
    ],
  },
];
