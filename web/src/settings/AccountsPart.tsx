import { Card } from "../ui/Card.tsx";

export const AccountsPart = () => <Card title="Accounts" />;
