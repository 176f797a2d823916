import { Card } from "../ui/Card.tsx";

export const ProjectPart = () => <Card title="Project" />;
