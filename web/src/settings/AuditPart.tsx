import { Card } from "../ui/Card.tsx";

export const AuditPart = () => <Card title="Audit" />;
