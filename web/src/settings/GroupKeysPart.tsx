import { Card } from "../ui/Card.tsx";

export const GroupKeysPart = () => <Card title="GroupKeys" />;
