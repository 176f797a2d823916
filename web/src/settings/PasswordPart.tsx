import { Card } from "../ui/Card.tsx";

export const PasswordPart = () => <Card title="Password" />;
