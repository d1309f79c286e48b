import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSelector, IconSun, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@/session/link';
import { useLogout, useSession } from '@/session/session';
import styles from './AppShell.module.css';

const schemes = [
    { value: 'light', label: 'Light', icon: IconSun },
    { value: 'dark', label: 'Dark', icon: IconMoon },
    { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const;

export function UserMenu() {
    const { user, operator } = useSession();
    const { colorScheme, setColorScheme } = useMantineColorScheme();
    const navigate = useNavigate();
    const logout = useLogout();
    return (
        // Within the navigation, because all content of a page is within a landmark.
        <Menu position="top-start" width={216} withinPortal={false}>
            <Menu.Target>
                <UnstyledButton className={styles.user} aria-label={`${user.email}: account and appearance`}>
                    <Avatar size={30} radius="xl" color="gray" name={user.email} alt="" />
                    <div style={{ minWidth: 0, flex: 1 }}>
                        <Text size="sm" fw={500} truncate lh={1.35}>
                            {user.email}
                        </Text>
                        <Text size="xs" c="dimmed" truncate lh={1.35}>
                            {operator.name}
                        </Text>
                    </div>
                    <IconSelector size={16} stroke={1.5} aria-hidden />
                </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown>
                <Menu.Item leftSection={<IconUserCircle size={16} stroke={1.6} />} onClick={() => void navigate({ to: '/profile' })}>
                    Profile and security
                </Menu.Item>
                <Menu.Divider />
                <Menu.Label>Appearance</Menu.Label>
                {schemes.map(({ value, label, icon: Shown }) => (
                    <Menu.Item
                        key={value}
                        leftSection={<Shown size={16} stroke={1.6} />}
                        rightSection={colorScheme === value ? <IconCheck size={14} aria-label="chosen" /> : null}
                        onClick={() => setColorScheme(value)}
                    >
                        {label}
                    </Menu.Item>
                ))}
                <Menu.Divider />
                <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void logout()}>
                    Log out
                </Menu.Item>
            </Menu.Dropdown>
        </Menu>
    );
}
