import { Card } from "../ui/Card.tsx";

export const MembersPart = () => <Card title="Members" />;
