/** The link to order the IP enterprise plan. */
export const BUY_IPS = "/cli/home?buy=ip-enterprise";
