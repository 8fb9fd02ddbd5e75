import { describe, expect, it } from "vitest";
import { isPrintable } from "./printable.ts";

describe("a text for invoices (spec/accounts#invoice-title)", () => {
  it.each([
    "Müller & Søn A/S, № 5 – 50 % (тест) Ελλάς",
    "Công ty TNHH Việt Nam™ ©",
    "주식회사 가온누리",
    "株式会社トヨタ 峠",
    "北京网络科技有限公司",
    "臺北市信義區ㄅ",
    "شركة الأمل للتجارة ١٢٣",
    "חברה בע״מ",
    "บริษัท น้ำ จำกัด",
    "कंपनी लिमिटेड",
  ])("may be in any script that the fonts have: %s", (text) => {
    expect(isPrintable(text)).toBe(true);
  });

  it.each(["Rocket 🚀", "☎ 555", "🇩🇪 GmbH", "👨‍👩‍👧", "საქართველო", "தமிழ்"])(
    "has no pictures and no other scripts: %s",
    (text) => {
      expect(isPrintable(text)).toBe(false);
    },
  );
});
