/** The screens of what is sold: exits, upstreams, lists, modems, stock and machines. */
import {
  IconDeviceMobile,
  IconFolders,
  IconGauge,
  IconListDetails,
  IconServer2,
  IconWorld,
} from "@turnpike/ui/icons.ts";
import type { Screen } from "./screens.ts";

export const supplyScreens: readonly Screen[] = [
  {
    path: "/exits",
    name: "exits",
    section: "supply",
    icon: IconWorld,
    needs: "exitList",
    key: "e",
    load: async () => (await import("../../features/supply/Exits.tsx")).Exits,
  },
  {
    path: "/upstreams",
    name: "upstreams",
    section: "supply",
    icon: IconFolders,
    needs: "upstreamList",
    load: async () => (await import("../../features/supply/Upstreams.tsx")).Upstreams,
  },
  {
    path: "/lists",
    name: "lists",
    section: "supply",
    icon: IconListDetails,
    needs: "exitLists",
    load: async () => (await import("../../features/supply/Lists.tsx")).Lists,
  },
  {
    path: "/modems",
    name: "modems",
    section: "supply",
    icon: IconDeviceMobile,
    needs: "modemList",
    load: async () => (await import("../../features/supply/Modems.tsx")).Modems,
  },
  {
    path: "/stock",
    name: "stock",
    section: "supply",
    icon: IconGauge,
    needs: "stock",
    load: async () => (await import("../../features/supply/Stock.tsx")).Stock,
  },
  {
    path: "/nodes",
    name: "nodes",
    section: "supply",
    icon: IconServer2,
    needs: "nodeList",
    key: "n",
    load: async () => (await import("../../features/supply/Nodes.tsx")).Nodes,
  },
];
