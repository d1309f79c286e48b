import { Group, NumberInput, SegmentedControl, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { useCampaignNames } from '@/api/queries';
import { FormBody, useApiForm } from '@/ui/form';
import { CreativePreview } from './CreativePreview';
import { ImageUpload, type Image } from './ImageUpload';

export type Creative = Schema<'Creative'>;

interface Values extends Record<string, unknown> {
    campaignId: string | null;
    name: string;
    type: Creative['type'];
    // The id of an uploaded image. If it is set, `imageUrl` is empty.
    imageId: string | null;
    imageUrl: string;
    width: number | string;
    height: number | string;
    status: Creative['status'];
}

const valuesOf = (creative: Creative | null, campaignId?: string): Values => ({
    campaignId: creative?.campaignId ?? campaignId ?? null,
    name: creative?.name ?? '',
    type: creative?.type ?? 'banner',
    imageId: creative?.imageId ?? null,
    imageUrl: creative?.imageId ? '' : (creative?.imageUrl ?? ''),
    width: creative?.width ?? '',
    height: creative?.height ?? '',
    status: creative?.status ?? 'active',
});

const pixels = (value: number | string): number | null => (value === '' ? null : Number(value));

function save(creative: Creative | null, values: Values): Promise<Creative> {
    const { campaignId, imageId, imageUrl, ...rest } = values;
    const image = imageId ? { imageId } : { imageId, imageUrl: imageUrl.trim() || null };
    const body = { ...rest, ...image, name: values.name.trim(), width: pixels(values.width), height: pixels(values.height) };
    return creative
        ? take(api.PATCH('/creatives/{id}', { params: { path: { id: creative.id } }, body }))
        : take(api.POST('/creatives', { body: { ...body, campaignId: campaignId ?? '' } }));
}

interface CreativeFormProps {
    creative: Creative | null;
    campaignId?: string;
    onClose: () => void;
    onSaved?: (creative: Creative) => void;
}

export function CreativeForm({ creative, campaignId, onClose, onSaved }: CreativeFormProps) {
    const client = useQueryClient();
    const campaigns = useCampaignNames();
    const form = useApiForm<Values, Creative>({
        initialValues: valuesOf(creative, campaignId),
        validate: { campaignId: (id) => (id ? null : 'Choose a campaign') },
        submit: (values) => save(creative, values),
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['creatives'] });
            notifications.show({ message: creative ? `Creative ${saved.name} saved.` : `Creative ${saved.name} created.` });
            onClose();
            onSaved?.(saved);
        },
    });
    // The URL of an uploaded image, for the preview.
    const [uploadedUrl, setUploadedUrl] = useState(creative?.imageId ? creative.imageUrl : null);
    const { type, name, imageId, imageUrl, width, height, status } = form.values;
    const show = (image: Image) => {
        setUploadedUrl(image.url);
        form.setValues({ imageId: image.id, imageUrl: '', width: image.width, height: image.height });
    };
    const remove = () => {
        setUploadedUrl(null);
        form.setValues({ imageId: null, width: '', height: '' });
    };
    return (
        <FormBody form={form} submitLabel={creative ? 'Save' : 'Create creative'} onCancel={onClose}>
            <TextInput label="Name" description={type === 'text' ? 'The text of the link' : 'Also the alternative text of the image'} required data-autofocus {...form.getInputProps('name')} />
            {!campaignId && !creative && <Select label="Campaign" required data={campaigns.options} searchable {...form.getInputProps('campaignId')} />}
            <Stack gap={4}>
                <Text size="sm" fw={500} id="creative-type">
                    Type
                </Text>
                <SegmentedControl
                    aria-labelledby="creative-type"
                    data={[
                        { value: 'banner', label: 'Banner' },
                        { value: 'text', label: 'Text link' },
                    ]}
                    {...form.getInputProps('type')}
                />
            </Stack>
            {type === 'banner' && (
                <>
                    <ImageUpload uploaded={imageId !== null} onUploaded={show} onRemove={remove} />
                    {imageId === null && <TextInput label="Image URL" description="Instead of an upload: visitors load the image from this URL." type="url" placeholder="https://" {...form.getInputProps('imageUrl')} />}
                    <Group grow align="flex-start">
                        <NumberInput label="Width" suffix=" px" min={1} max={10000} allowDecimal={false} {...form.getInputProps('width')} />
                        <NumberInput label="Height" suffix=" px" min={1} max={10000} allowDecimal={false} {...form.getInputProps('height')} />
                    </Group>
                    <CreativePreview creative={{ name, type, imageUrl: (imageId ? uploadedUrl : imageUrl) || null, width: pixels(width), height: pixels(height) }} height={140} />
                </>
            )}
            <Switch
                label="Active"
                description="Inactive creatives are not shown in the portal."
                checked={status === 'active'}
                onChange={(event) => form.setFieldValue('status', event.currentTarget.checked ? 'active' : 'inactive')}
            />
        </FormBody>
    );
}
