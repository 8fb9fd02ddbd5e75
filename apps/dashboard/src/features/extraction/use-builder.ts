import { useForm } from "@mantine/form";
import { apiPorts, maxOpenedIps, whiteMinutes } from "@turnpike/rules/pool.ts";
import { extractPath, linkUrl } from "@turnpike/rules/extraction-link.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { api } from "../../lib/call.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { changedPlace } from "../place/place.ts";
import {
  type Draft,
  type InvalidField,
  invalidFieldsOf,
  firstDraft,
  creationParameters,
  parametersOf,
} from "./link-draft.ts";
import type { ApiLink } from "./link.ts";

/** The placeholder for the token until the link is created. */
export const TOKEN_TO_COME = "YOUR_TOKEN";

/** The link being edited, and the one created from it. */
export function useBuilder() {
  const { t } = useTranslation("extract");
  const validateField = (field: InvalidField) => (_value: unknown, draft: Draft) =>
    invalidFieldsOf(draft).includes(field)
      ? t(`faults.${field}`, {
          most: field === "num" ? maxOpenedIps : formatNumber(whiteMinutes.most),
          first: apiPorts.first,
          last: apiPorts.last,
        })
      : null;
  const form = useForm<Draft>({
    initialValues: firstDraft,
    validateInputOnBlur: true,
    validate: {
      num: validateField("num"),
      minutes: validateField("minutes"),
      port: validateField("port"),
      separator: validateField("separator"),
    },
  });
  const draft = form.values;
  const [created, setCreated] = useState<{ link: ApiLink; of: string } | null>(null);
  const command = useCommand("apiLinkAdd", {
    handles: toFieldError(form),
  });
  const send = form.onSubmit(
    (values) =>
      void command.send(creationParameters(values), ({ item }) => {
        setCreated({ link: item, of: JSON.stringify(values) });
        toast.success(t("made.done"));
      }),
  );
  const link = parametersOf(draft);
  // Changed parameters mean another link, which has to be created first.
  const ready = created?.of === JSON.stringify(draft) ? created.link : null;
  return {
    form,
    send,
    busy: command.busy,
    /** Changes the parameters, which clears earlier refusals. */
    choose: (by: Partial<Draft>) => form.setValues(changedPlace(draft, by)),
    link,
    ready,
    url: ready?.url ?? linkUrl({ base: `${api.origin}${extractPath}`, token: TOKEN_TO_COME }, link),
  };
}
export type Builder = ReturnType<typeof useBuilder>;
