import { Button } from "@mantine/core";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { IconServerOff } from "@turnpike/ui/icons.ts";

/** There is nothing to choose from; the stock can be asked for again. */
export function SoldOut(props: {
  title: string;
  text: string;
  again: string;
  stock: { isFetching: boolean; refetch: () => unknown };
}) {
  const { stock } = props;
  return (
    <EmptyState
      icon={<IconServerOff size={22} />}
      title={props.title}
      text={props.text}
      action={
        <Button
          variant="default"
          size="xs"
          loading={stock.isFetching}
          onClick={() => void stock.refetch()}
        >
          {props.again}
        </Button>
      }
    />
  );
}
