/** The installation's brand (spec/brand). */
import { z } from "zod";
import { imageBytes } from "../brand.ts";
import { requiredText } from "../fields.ts";
import { langs } from "../refusals.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason, seen, version } from "./fields.ts";

const access = "brand.write";
/** Three images in base64, and the texts. */
const fileChars = imageBytes * 4 + 50_000;

const answer = {
  brand: z
    .object({
      name: z.string().describe("The name."),
      legalName: z.string().describe("The name of the company."),
      legalAddress: z.string().optional().describe("The company's address, in lines."),
      logo: z.string().describe("The logo, as a `data:` URL."),
      logoDark: z.string().describe("The logo for a dark ground, as a `data:` URL."),
      favicon: z.string().describe("The icon, as a `data:` URL."),
      accent: z.string().describe("The colour of buttons and links: `#rrggbb`."),
      supportEmail: z.string().describe("The address for customers' questions."),
      supportUrl: z.string().optional().describe("The URL of a support chat."),
      links: z.record(z.string(), z.string()).describe("URLs of the provider's own pages."),
      mailFrom: z.string().describe("The sender of e-mails."),
      mailFooter: z.string().optional().describe("The lines below every e-mail."),
      orderPrefix: z.string().describe("The prefix of order and invoice numbers."),
      language: z.enum(langs).describe("The language of visitors who have not chosen one."),
      signIn: z
        .record(
          z.string(),
          z.object({
            title: z.string().describe("The title."),
            points: z
              .array(
                z.object({
                  title: z.string().describe("The point's title."),
                  text: z.string().describe("The point's text."),
                }),
              )
              .describe("The points below it."),
          }),
        )
        .describe("The words of the sign-in page, by language."),
    })
    .meta({ id: "ShownBrand" })
    .describe("The brand in effect."),
  set: z.array(z.string()).describe("The fields that are set; the others have their defaults."),
};

export const brandShow = consoleCall({
  path: "/console/v1/brandShow",
  access: "overview.read",
  summary: "Returns the installation's brand.",
  response: { ...answer, version },
});

export const brandSet = consoleAct({
  path: "/console/v1/brandSet",
  access,
  fresh: true,
  summary: "Sets the installation's brand, everywhere and at once.",
  request: {
    file: requiredText(fileChars).describe(
      "The whole brand as JSON, with the fields of `brand set`; images are `data:` URLs.",
    ),
    seen,
    reason,
  },
  response: answer,
  refusals: ["badField", "changedMeanwhile"],
});

export const brandReset = consoleAct({
  path: "/console/v1/brandReset",
  access,
  summary: "Removes the brand: the installation has the product's own again.",
  request: { reason },
  response: answer,
});

export const consoleBrandCalls = { brandShow, brandSet, brandReset };
