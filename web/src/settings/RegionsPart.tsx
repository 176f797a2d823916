import { Card } from "../ui/Card.tsx";

export const RegionsPart = () => <Card title="Regions" />;
