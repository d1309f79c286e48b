import { Notifications } from '@mantine/notifications';

// At the top, messages cover no buttons. With this width, they are beside a drawer at 1280 pixels.
export default function MessageList() {
    return <Notifications position="top-center" autoClose={4000} containerWidth={360} />;
}
