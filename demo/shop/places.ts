import type { Weighted } from "./choose.ts";

export type Place = {
  country: string;
  city: string;
  region: string;
  currency: string;
  /** What one euro is in the currency, about. */
  rate: number;
  /** Yen have no cents. */
  digits: 0 | 2;
  utcOffsetHours: number;
};

const euros = { currency: "EUR", rate: 1, digits: 2, utcOffsetHours: 1 } as const;
const dollars = { currency: "USD", rate: 1.1, digits: 2 } as const;
const pounds = { currency: "GBP", rate: 0.85, digits: 2, utcOffsetHours: 0 } as const;

export const PLACES: Weighted<Place> = [
  [{ country: "DE", city: "Berlin", region: "Berlin", ...euros }, 11],
  [{ country: "DE", city: "Hamburg", region: "Hamburg", ...euros }, 7],
  [{ country: "DE", city: "München", region: "Bavaria", ...euros }, 6],
  [{ country: "FR", city: "Paris", region: "Île-de-France", ...euros }, 9],
  [{ country: "FR", city: "Lyon", region: "Auvergne-Rhône-Alpes", ...euros }, 4],
  [{ country: "NL", city: "Amsterdam", region: "North Holland", ...euros }, 6],
  [{ country: "ES", city: "Barcelona", region: "Catalonia", ...euros }, 4],
  [{ country: "GB", city: "London", region: "England", ...pounds }, 12],
  [{ country: "GB", city: "Manchester", region: "England", ...pounds }, 5],
  [{ country: "US", city: "New York", region: "New York", ...dollars, utcOffsetHours: -5 }, 12],
  [{ country: "US", city: "Austin", region: "Texas", ...dollars, utcOffsetHours: -6 }, 5],
  [{ country: "US", city: "San Francisco", region: "California", ...dollars, utcOffsetHours: -8 }, 7],
  [
    {
      ...{ country: "CA", city: "Toronto", region: "Ontario", currency: "CAD", rate: 1.5 },
      ...{ digits: 2, utcOffsetHours: -5 },
    },
    4,
  ],
  [
    {
      ...{ country: "JP", city: "Tokyo", region: "Tokyo", currency: "JPY", rate: 160 },
      ...{ digits: 0, utcOffsetHours: 9 },
    },
    3,
  ],
  [
    {
      ...{ country: "BR", city: "São Paulo", region: "São Paulo", currency: "BRL", rate: 6 },
      ...{ digits: 2, utcOffsetHours: -3 },
    },
    3,
  ],
  [
    {
      ...{ country: "AU", city: "Sydney", region: "New South Wales", currency: "AUD", rate: 1.65 },
      ...{ digits: 2, utcOffsetHours: 10 },
    },
    2,
  ],
];

/** A price in euros as it is asked for there. */
export const priceIn = ({ rate, digits }: Place, euro: number): number =>
  Number((euro * rate).toFixed(digits));
