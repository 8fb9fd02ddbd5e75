import { Button } from "@mantine/core";
import { Affected } from "@turnpike/ui/act/Affected.tsx";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import {
  IconApi,
  IconCopy,
  IconExternalLink,
  IconTerminal2,
  IconTrash,
} from "@turnpike/ui/icons.ts";
import { BatchButton, DeleteButton, RowButton } from "@turnpike/ui/list/buttons.tsx";
import { List } from "@turnpike/ui/list/List.tsx";
import { pageOf, useListPlace, useListState } from "@turnpike/ui/list/use-list.ts";
import { PAGE_SIZES } from "@turnpike/ui/table-url.ts";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { openAct } from "../../ui/act/open-act.ts";
import { type ApiLink, curlOf, isCalled, nameOf } from "./link.ts";
import { useLinkColumns } from "./link-columns.tsx";
import { useOpenLink } from "./use-open-link.ts";

/** Deletes links after a question, since programs that call them are refused from then on. */
function useDelete(onDeleted: (ids: readonly string[]) => void) {
  const { t } = useTranslation("extract");
  return (rows: readonly ApiLink[]) => {
    const count = rows.length;
    const ids = rows.map(({ id }) => id);
    openAct({
      call: "apiLinkDel",
      input: { ids },
      danger: true,
      title: t("delete.title", { count }),
      text: (
        <Affected names={rows.map(nameOf)} more={(more) => t("delete.more", { count: more })}>
          {t("delete.explain")}
        </Affected>
      ),
      submit: t("delete.submit", { count }),
      done: ({ deleted }) => t("delete.done", { count: deleted }),
      onDone: () => onDeleted(ids),
    });
  };
}

/** The account's links; `onCreate` leads to the form that creates one. */
export function LinkList({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation("extract");
  const list = useLinks();
  const { selected } = list;
  const open = useOpenLink();
  const remove = useDelete(selected.drop);
  const copy = useCopy();
  return (
    <List
      list={list}
      title={t("list.title")}
      description={t("list.help")}
      label={t("list.label")}
      columns={useLinkColumns()}
      rowName={nameOf}
      actions={(row) => (
        <LinkActions row={row} onOpen={() => open(row)} onDelete={() => remove([row])} />
      )}
      batch={{
        label: (count) => t("batch.selected", { count }),
        buttons: (
          <>
            <BatchButton
              needs="proxies"
              icon={IconCopy}
              label={t("batch.copy")}
              onClick={() => copy.run(selected.rows.map(({ url }) => `${url}\n`).join(""))}
            />
            <DeleteButton label={t("batch.delete")} onClick={() => remove(selected.rows)} />
          </>
        ),
        onDelete: remove,
        selectFirst: t("batch.selectRow"),
      }}
      empty={{
        icon: <IconApi size={22} />,
        title: t("createFirst"),
        text: t("list.noneHelp"),
        action: (
          <Button data-needs="buy" variant="default" onClick={onCreate}>
            {t("list.toBuilder")}
          </Button>
        ),
        found: { title: t("list.noneFound") },
      }}
    />
  );
}

/** The call returns all links, a hundred at most; the URL selects which are shown. */
function useLinks() {
  const { t } = useTranslation("extract");
  const { data, error, refetch } = useCall("apiLinks", {}, { everyMs: 30_000 });
  const place = useListPlace({
    pageSize: PAGE_SIZES[0],
    filters: [{ name: "find", as: "search", label: t("list.search") }],
  });
  const found = data?.items.filter((link) => isCalled(link, place.values["find"] ?? ""));
  return useListState<ApiLink>(place, { data: pageOf(place, found), error, refetch });
}

/** The actions on a link. */
function LinkActions(props: { row: ApiLink; onOpen: () => void; onDelete: () => void }) {
  const { t } = useTranslation("extract");
  const { row } = props;
  const name = nameOf(row);
  const copy = useCopy();
  return (
    <>
      <RowButton
        tip={t("actions.curl")}
        label={t("actions.curlOf", { name })}
        icon={IconTerminal2}
        onClick={() => copy.run(curlOf(row.url))}
      />
      <RowButton
        tip={t("actions.open")}
        label={t("actions.openOf", { name })}
        icon={IconExternalLink}
        onClick={props.onOpen}
      />
      <RowButton
        needs="proxies"
        tip={t("actions.delete")}
        label={t("actions.deleteOf", { name })}
        icon={IconTrash}
        onClick={props.onDelete}
      />
    </>
  );
}
