/** Where the IP enterprise plan is ordered. */
export const BUY_IPS = "/cli/home?buy=ip-enterprise";
