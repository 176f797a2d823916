import { Card } from "../ui/Card.tsx";

export const DiagnosticsPart = () => <Card title="Diagnostics" />;
