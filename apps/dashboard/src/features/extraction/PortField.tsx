import { NumberInput, Stack } from "@mantine/core";
import { apiPorts } from "@turnpike/rules/pool.ts";
import { useTranslation } from "react-i18next";
import { Choice } from "./Choice.tsx";
import type { Builder } from "./use-builder.ts";

/** Any port of the gateway's, or ports of one's own from a first one on. */
export function PortField({ builder: { form, choose, link } }: { builder: Builder }) {
  const { t } = useTranslation("extract");
  const { anyPort } = form.values;
  const { first, last, recommended } = apiPorts;
  const range = link.port !== null && link.num > 1;
  return (
    <Stack gap="sm">
      <Choice
        label={t("port.label")}
        help={anyPort ? t("port.anyHelp") : t("port.ownHelp")}
        value={anyPort ? "any" : "own"}
        options={[
          { value: "any", label: t("port.any") },
          { value: "own", label: t("port.own") },
        ]}
        onChange={(value) => choose({ anyPort: value === "any" })}
      />
      {!anyPort && (
        <NumberInput
          label={t("port.first", { first, last })}
          description={
            range && link.port !== null
              ? t("port.range", { from: link.port, to: link.port + link.num - 1 })
              : t("port.recommended", { port: recommended })
          }
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          min={first}
          max={last}
          {...form.getInputProps("port")}
          onChange={(port) => choose({ port })}
        />
      )}
    </Stack>
  );
}
