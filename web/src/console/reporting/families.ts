import { groupFamilies, groupNames, metricFamilies, metricNames } from './names';
import { formulaWords, useDimensions } from './values';

// Groups and metrics for pickers, by section, with the API's descriptions.
export function useFamilies() {
    const { groups, metrics } = useDimensions();
    return {
        groups: groupFamilies.map((family) => ({
            label: family.label,
            choices: family.names.map((name) => ({ name, label: groupNames[name], description: groups.get(name)?.description ?? '' })),
        })),
        metrics: metricFamilies.map((family) => ({
            label: family.label,
            choices: family.names.map((name) => {
                const known = metrics.get(name);
                return { name, label: metricNames[name], description: known?.description ?? '', formula: known && formulaWords(known.formula) };
            }),
        })),
    };
}
