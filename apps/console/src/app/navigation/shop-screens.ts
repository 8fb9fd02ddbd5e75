/** The screens of the menu section "Shop". */
import {
  IconAffiliate,
  IconDatabase,
  IconBookmark,
  IconDiscount,
  IconGift,
  IconNews,
  IconTag,
} from "@turnpike/ui/icons.ts";
import type { Screen } from "./screens.ts";

export const shopScreens: readonly Screen[] = [
  {
    path: "/products",
    name: "products",
    section: "shop",
    icon: IconTag,
    needs: "productList",
    key: "s",
    load: async () => (await import("../../features/shop/Products.tsx")).Products,
  },
  {
    path: "/promotions",
    name: "promotions",
    section: "shop",
    icon: IconDiscount,
    needs: "promotionList",
    load: async () => (await import("../../features/shop/Promotions.tsx")).Promotions,
  },
  {
    path: "/promos",
    name: "promos",
    section: "shop",
    icon: IconBookmark,
    needs: "promoList",
    load: async () => (await import("../../features/shop/Promos.tsx")).Promos,
  },
  {
    path: "/coupons",
    name: "coupons",
    section: "shop",
    icon: IconGift,
    needs: "couponList",
    load: async () => (await import("../../features/shop/Coupons.tsx")).Coupons,
  },
  {
    path: "/news",
    name: "news",
    section: "shop",
    icon: IconNews,
    needs: "newsList",
    load: async () => (await import("../../features/shop/News.tsx")).News,
  },
  {
    path: "/pools",
    name: "pools",
    section: "shop",
    icon: IconDatabase,
    needs: "poolShow",
    load: async () => (await import("../../features/shop/Pools.tsx")).Pools,
  },
  {
    path: "/rates",
    name: "rates",
    section: "shop",
    icon: IconAffiliate,
    needs: "rateList",
    load: async () => (await import("../../features/shop/Rates.tsx")).Rates,
  },
];
