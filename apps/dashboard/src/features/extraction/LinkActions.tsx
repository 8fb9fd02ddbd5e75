import { ActionIcon, Tooltip } from "@mantine/core";
import { IconExternalLink, IconTerminal2, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { type ApiLink, curlOf, nameOf } from "./link.ts";

/** What can be done with one link. */
export function LinkActions(props: { row: ApiLink; onOpen: () => void; onDelete: () => void }) {
  const { t } = useTranslation("extract");
  const { row } = props;
  const name = nameOf(row);
  const copy = useCopy();
  return (
    <>
      <Action
        tip={t("actions.curl")}
        name={t("actions.curlOf", { name })}
        icon={<IconTerminal2 size={17} />}
        onClick={() => copy.run(curlOf(row.url))}
      />
      <Action
        tip={t("actions.open")}
        name={t("actions.openOf", { name })}
        icon={<IconExternalLink size={17} />}
        onClick={props.onOpen}
      />
      <Action
        tip={t("actions.delete")}
        name={t("actions.deleteOf", { name })}
        icon={<IconTrash size={17} />}
        onClick={props.onDelete}
      />
    </>
  );
}

function Action(props: { tip: string; name: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip label={props.tip}>
      <ActionIcon variant="subtle" color="gray" aria-label={props.name} onClick={props.onClick}>
        {props.icon}
      </ActionIcon>
    </Tooltip>
  );
}
