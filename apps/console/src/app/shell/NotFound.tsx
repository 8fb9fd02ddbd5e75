import { Button } from "@mantine/core";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { IconMapOff } from "@turnpike/ui/icons.ts";
import { Link } from "react-router";
import { useT } from "../../lib/words.ts";

/** Shown when no screen has this path. */
export function NotFound() {
  const t = useT();
  return (
    <EmptyState
      icon={<IconMapOff size={22} />}
      title={t("notFound.title")}
      text={t("notFound.text")}
      action={
        <Button component={Link} to="/" size="xs" variant="default">
          {t("notFound.home")}
        </Button>
      }
    />
  );
}
