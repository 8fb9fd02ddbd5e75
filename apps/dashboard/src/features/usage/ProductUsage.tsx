/** The usage of one product, as its tab (spec/dashboard#menu). */
import { Usage } from "./Usage.tsx";

export const TrafficUsage = () => <Usage only={["traffic"]} />;
export const IspUsage = () => <Usage only={["ip"]} />;
export const StaticUsage = () => <Usage only={["static", "short"]} />;
export const UnlimitedUsage = () => <Usage only={["port", "bandwidth"]} />;
