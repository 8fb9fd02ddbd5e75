import { Badge, Radio, Text } from "@mantine/core";
import classes from "./OfferCards.module.css";

export interface Offer {
  id: string;
  name: string;
  badge: string | null;
  description: string | null;
  price: string;
}

/** Offers to choose one of, each with name, badge, description and price. All of it is text. */
export function OfferCards(props: {
  label: string;
  offers: readonly Offer[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <Radio.Group aria-label={props.label} value={props.value} onChange={props.onChange}>
      <div className={classes.cards}>
        {props.offers.map((offer) => (
          <Radio.Card key={offer.id} value={offer.id} className={classes.card ?? ""}>
            <OfferCard {...offer} />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

/** One offer as the shop shows it. */
export function OfferCard({ name, badge, description, price }: Omit<Offer, "id">) {
  return (
    <span className={classes.offer}>
      <span className={classes.head}>
        <Text span fw={600} className={classes.name ?? ""}>
          {name}
        </Text>
        {badge !== null && (
          <Badge component="span" variant="light" className={classes.badge ?? ""}>
            {badge}
          </Badge>
        )}
      </span>
      {description !== null && (
        <Text span fz="sm" c="dimmed" className={classes.name ?? ""}>
          {description}
        </Text>
      )}
      <Text span fz="sm" className="numeric">
        {price}
      </Text>
    </span>
  );
}
